import { z } from 'zod';
import { Timestamp as AnyTimestamp } from '@vitrin/shared/contract/common.ts';

/** More than ever happens on a day, and so little that sums of sums stay whole numbers of the database. */
export const MAX_AMOUNT = 10_000_000;
const MAX_BYTES = 2 ** 50;
const MAX_ENTRY_NAME = 600;
/** Length of the 64 ranges that are kept of a delivery, with the longest numbers. */
const MAX_RANGES_LENGTH = 64 * 34;

/** Timestamp that exists: the 40th of a month would be refused by the database, or break its readers. */
const isMoment = (text: string) => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text >= '1970' && text < '3000';
};
export const Timestamp = AnyTimestamp.refine(isMoment);
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((day) => isMoment(`${day}T00:00:00.000Z`));
export const Hour = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)
  .refine((hour) => isMoment(`${hour}:00:00.000Z`));
export const Amount = z.int32().min(1).max(MAX_AMOUNT);
export const Size = z.int().min(0).max(MAX_BYTES);
export const EntryName = z.string().min(1).max(MAX_ENTRY_NAME, { abort: true });
export const Device = z.enum(['phone', 'tablet', 'computer']);
export const EventKind = z.enum([
  'project_opened',
  'version_opened',
  'file_previewed',
  'link_opened',
  'file_downloaded',
  'zip_downloaded',
]);
/** Bytes that were taken of a file, as in "0-99 200-299". */
export const Ranges = z
  .string()
  .max(MAX_RANGES_LENGTH, { abort: true })
  .regex(/^(?:\d{1,15}-\d{1,15}(?: \d{1,15}-\d{1,15})*)?$/);
/** A host has only the letters of addresses: it stands in receipts and must not be free text. */
export const Installation = z
  .string()
  .max(260)
  .regex(/^[a-z0-9._:[\]-]+$/);
/** A freelancer's username there, in the letters that usernames have, for the same reason. */
export const FreelancerName = z
  .string()
  .max(150)
  .regex(/^[\p{L}\p{N}\p{M}@.+_-]+$/u);
