import { randomBytes } from 'node:crypto';
import { type ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const ANSWER_MILLISECONDS = 10_000;
/** A token with the certificates of its authority has some kilobytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

type Timestamp = {
  /** The token in base64, as `openssl ts -verify -token_in` reads it. */
  token: string;
  at: Date;
};

/**
 * Asks a time-stamping authority to confirm that this SHA-256 (in hex) exists now (RFC 3161 over HTTP). Throws when
 * the authority does not answer within 10 s, refuses, or confirms something else. The signer is not checked: that is
 * for readers of the token, with the certificate that they trust.
 */
export async function requestTimestamp(authority: string, sha256: string): Promise<Timestamp> {
  const hash = Buffer.from(sha256, 'hex');
  // Below 2^63, for a positive INTEGER of eight bytes.
  const nonce = randomBytes(8);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const query = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(hash),
    }),
    nonce: toArrayBuffer(nonce),
    certReq: true,
  });
  const answer = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: AsnConvert.serialize(query),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  });
  if (!answer.ok) throw new Error(`The time-stamping authority answered ${answer.status}`);
  const { status, timeStampToken } = AsnConvert.parse(await readShort(answer), TimeStampResp);
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || !timeStampToken)
    throw new Error(`The time-stamping authority refused, with status ${status.status}`);
  const info = readInfo(timeStampToken);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA256 || !hash.equals(Buffer.from(hashedMessage.buffer)))
    throw new Error('The time-stamping authority confirmed another hash');
  if (!info.nonce || !nonce.equals(Buffer.from(info.nonce)))
    throw new Error('The time-stamping authority answered another question');
  const token = Buffer.from(AsnConvert.serialize(timeStampToken)).toString('base64');
  return { token, at: info.genTime };
}

function readInfo(token: ContentInfo): TSTInfo {
  const { encapContentInfo } = AsnConvert.parse(token.content, SignedData);
  const content = encapContentInfo.eContent?.single;
  if (!content) throw new Error('The time-stamping authority sent a token without its statement');
  return AsnConvert.parse(content.buffer, TSTInfo);
}

async function readShort({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('The time-stamping authority sent too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
