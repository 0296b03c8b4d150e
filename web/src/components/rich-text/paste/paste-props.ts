import { DOMParser } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { pageOfPastedText } from './pasted-text.ts';

/** How the editor reads what is pasted or dropped into it (specification 5.9). */
export const pasteProps: EditorProps = {
  transformPastedHTML: cleanPastedHtml,
  clipboardTextParser: (text, context, _plain, { state }) =>
    DOMParser.fromSchema(state.schema).parseSlice(pageOfPastedText(text), {
      preserveWhitespace: true,
      context,
    }),
};
