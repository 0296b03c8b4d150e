/** Prefix of the locks by which one tab tells the others what it is uploading. */
const PREFIX = 'vitrin-upload/';

/** Marks an upload as this tab's until the returned function is called or the page is left. */
export function lockUpload(key: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // Undefined outside a secure context; another tab may then offer to continue the same upload.
  navigator.locks?.request(PREFIX + key, { ifAvailable: true }, () => held).catch(console.error);
  return release;
}

/** Keys of the uploads that a tab is sending. */
export async function lockedUploads(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
  return new Set(names.map((name) => name.slice(PREFIX.length)));
}
