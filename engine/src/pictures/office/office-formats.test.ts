import { expect, test } from 'vitest';
import { officeFormatOf } from './office-formats.ts';

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'offer', 'docx'],
  ['application/vnd.oasis.opendocument.presentation', 'talk.zip', 'odp'],
  ['application/rtf', 'letter.doc', 'rtf'],
  ['application/x-cfb', 'old.XLS', 'xls'],
  ['application/x-cfb', 'old.ppt', 'ppt'],
  ['application/x-cfb', 'setup.msi', undefined],
  ['application/x-cfb', 'new.docx', undefined],
  ['application/zip', 'plan.xlsx', 'xlsx'],
  ['application/zip', 'sources.zip', undefined],
  ['application/zip', 'docx', undefined],
  ['text/plain', 'letter.docx', undefined],
  ['constructor', 'a.docx', undefined],
  ['application/zip', `${'.docx'.repeat(13_000)}x`, undefined],
])('a file of type %s with the name %s is read as %s', (mediaType, name, extension) => {
  expect(officeFormatOf(mediaType, name)?.extension).toBe(extension);
});
