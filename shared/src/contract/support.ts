import { z } from 'zod';
import { nameText, Timestamp } from './common.ts';

const MAX_SUBJECT_LENGTH = 150;
const MAX_SUPPORT_TEXT_LENGTH = 10_000;
export const MAX_SUPPORT_PICTURES = 3;

const MAX_PICTURE_LETTERS = 1_400_000;

export const AskSupport = z.object({
  subject: nameText(MAX_SUBJECT_LENGTH),
  text: z.string().trim().min(1).max(MAX_SUPPORT_TEXT_LENGTH),
  pictures: z.array(z.base64().max(MAX_PICTURE_LETTERS)).max(MAX_SUPPORT_PICTURES).optional(),
});
export type AskSupport = z.infer<typeof AskSupport>;

export const SupportReceipt = z.object({
  reference: z.string(),
  answer_by: Timestamp.nullable(),
});
export type SupportReceipt = z.infer<typeof SupportReceipt>;

export const SupportRequest = SupportReceipt.extend({
  subject: z.string(),
  text: z.string(),
  pictures: z.int(),
  created_at: Timestamp,
});
export type SupportRequest = z.infer<typeof SupportRequest>;

export const SupportRequests = z.array(SupportRequest);
