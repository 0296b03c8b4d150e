import { parseArgs } from 'node:util';
import { nearestWord } from '../admin/nearest-word.ts';
import { type Part, PARTS } from './doctor.ts';

export type Options = {
  isHelp: boolean;
  isJson: boolean;
  parts: readonly Part[];
  dkimSelectors: readonly string[];
  sendTestTo: string | undefined;
};

export const USAGE = `Looks at an installation and says what is wrong; changes nothing. The server may run or not.

  npm run doctor
  npm run doctor -- --only PART           looks at one part alone; may be given several times
  npm run doctor -- --json                for programs
  npm run doctor -- --dkim-selector NAME  looks at the key of the mail provider (DKIM), too
  npm run doctor -- --send-test ADDRESS   sends a test message, too

Parts: ${PARTS.join(', ')}.
Ends with 0 when all is well, 1 with warnings, 2 with errors.`;

/** Reads the words behind the command; a sentence says which of them is not understood. */
export function readOptions(words: string[]): Options | { refusal: string } {
  let given;
  try {
    given = parseArgs({
      args: words,
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        'dkim-selector': { type: 'string', multiple: true, default: [] },
        'send-test': { type: 'string' },
      },
    }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { refusal: error.message };
  }
  const unknown = given.only.find((word) => !isPart(word));
  if (unknown !== undefined) {
    const near = nearestWord(unknown, PARTS);
    return { refusal: `There is no part ${unknown}.${near ? ` Did you mean ${near}?` : ''}` };
  }
  const selector = given['dkim-selector'].find((name) => !/^[a-z0-9._-]{1,63}$/i.test(name));
  if (selector !== undefined) return { refusal: `${selector} is no selector.` };
  const sendTestTo = given['send-test'];
  if (sendTestTo !== undefined && !/^[^\s@]+@[^\s@]+$/.test(sendTestTo))
    return { refusal: `${sendTestTo} is no address.` };
  return {
    isHelp: given.help,
    isJson: given.json,
    parts: given.only.length > 0 ? PARTS.filter((part) => given.only.includes(part)) : PARTS,
    dkimSelectors: given['dkim-selector'],
    sendTestTo,
  };
}

function isPart(word: string): word is Part {
  return (PARTS as string[]).includes(word);
}
