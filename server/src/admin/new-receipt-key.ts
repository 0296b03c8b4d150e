import { loadReceiptKey, replaceReceiptKey } from '../secret-key.ts';
import { type Command, requireNoMore, UsageError } from './command.ts';

/** Replaces the key with which receipts are signed. */
export const newReceiptKey: Command = {
  usage: ['new-receipt-key           sign receipts with a new key from the next start on'],
  async run({ config }, words) {
    requireNoMore(words);
    if (config.databaseUrl || loadReceiptKey(config.dataDir) !== config.receiptKey)
      throw new UsageError('The key comes from the environment: put another one into RECEIPT_KEY.');
    replaceReceiptKey(config.dataDir);
    return {
      text: 'Restart the server: it signs receipts with a new key. Those it signed before still verify.',
      json: { replaced: true },
    };
  },
};
