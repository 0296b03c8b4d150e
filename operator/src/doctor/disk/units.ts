const MIB = 1024 * 1024;

/** Bytes in MiB, or in GiB where they are many, such as `512 MiB` or `1.5 GiB`. */
export function inUnits(bytes: number): string {
  const mebibytes = bytes / MIB;
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`;
}
