/** Bytes of one GB in all limits (specification 6.6). */
export const GIB = 1024 ** 3;

/** Plan storage plus extra storage in bytes (specification 6.6). A missing plan counts as 0. */
export function storageLimitBytes(storageLimitGb: number | undefined, extraStorageGb: number): number {
  return Math.round(((storageLimitGb ?? 0) + extraStorageGb) * GIB);
}

/** Percent used, not rounded. With a limit of 0: 0 when nothing is used, else 100 (specification 6.11). */
export function percentUsed(used: number, limit: number): number {
  if (limit <= 0) return used <= 0 ? 0 : 100;
  return (used / limit) * 100;
}

export type StorageLevel = 'ok' | 'approaching' | 'critical' | 'exceeded';

/** Approaching above 75 percent, critical above 90, exceeded at 100 or more (specification 6.11). */
export function storageLevel(percent: number): StorageLevel {
  if (percent >= 100) return 'exceeded';
  if (percent > 90) return 'critical';
  return percent > 75 ? 'approaching' : 'ok';
}

export type StorageAmount = { value: number; unit: 'GB' | 'MB' };

/** GB from 1 up, else MB as the limit times 1000, with at most 2 and 1 decimals (specification 6.11). */
export function storageLimitAmount(limitGb: number): StorageAmount {
  return limitGb >= 1
    ? { value: decimals(limitGb, 2), unit: 'GB' }
    : { value: decimals(limitGb * 1000, 1), unit: 'MB' };
}

/** GB from 1 up, else MB as the used space times 1024 (specification 6.11). */
export function storageUsedAmount(usedGb: number): StorageAmount {
  return usedGb >= 1
    ? { value: decimals(usedGb, 2), unit: 'GB' }
    : { value: decimals(usedGb * 1024, 1), unit: 'MB' };
}

function decimals(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
