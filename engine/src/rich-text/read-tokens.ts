import { setImmediate } from 'node:timers/promises';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Receives the parts of an HTML text in order, names in lower case and character references decoded. */
export type TokenReceiver = {
  text: (text: string) => void;
  /** The first of two attributes of a name counts. */
  startTag: (name: string, attributes: ReadonlyMap<string, string>) => void;
  endTag: (name: string) => void;
};

/** Length parsed in about a millisecond; other requests run between two slices. */
const SLICE_CHARACTERS = 4 * 1024;

const MAX_ATTRIBUTES = 50;

const NO_ATTRIBUTES = new Map<string, string>();

/** Reads HTML as browsers do, slice by slice; comments and declarations are skipped. */
export async function readTokens(html: string, receiver: TokenReceiver): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacksFor(html, receiver));
  for (let start = 0; start < html.length; start += SLICE_CHARACTERS) {
    if (start > 0) await setImmediate();
    tokenizer.write(html.slice(start, start + SLICE_CHARACTERS));
  }
  tokenizer.end();
}

function callbacksFor(html: string, receiver: TokenReceiver): TokenizerCallbacks {
  let run: string[] = [];
  let tag = '';
  let name = '';
  let value: string[] = [];
  let attributes = NO_ATTRIBUTES;
  const endRun = () => {
    if (run.length > 0) receiver.text(run.join(''));
    run = [];
  };
  const endOpening = () => {
    endRun();
    receiver.startTag(tag, attributes);
  };
  return {
    ontext: (start, end) => void run.push(html.slice(start, end)),
    ontextentity: (codePoint) => void run.push(String.fromCodePoint(codePoint)),
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase();
      attributes = NO_ATTRIBUTES;
    },
    onattribname(start, end) {
      name = html.slice(start, end).toLowerCase();
      value = [];
    },
    onattribdata: (start, end) => void value.push(html.slice(start, end)),
    onattribentity: (codePoint) => void value.push(String.fromCodePoint(codePoint)),
    onattribend() {
      if (attributes.size === 0) attributes = new Map();
      if (attributes.size < MAX_ATTRIBUTES && !attributes.has(name)) attributes.set(name, value.join(''));
    },
    onopentagend: endOpening,
    onselfclosingtag: endOpening,
    onclosetag(start, end) {
      endRun();
      receiver.endTag(html.slice(start, end).toLowerCase());
    },
    oncdata: () => {},
    oncomment: () => {},
    ondeclaration: () => {},
    onprocessinginstruction: () => {},
    onend: endRun,
  };
}
