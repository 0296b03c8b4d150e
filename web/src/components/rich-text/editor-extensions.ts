import { Link } from '@mantine/tiptap';
import { type Extensions, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { LINK_ATTRIBUTES, linkAddress, pictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import { isWrittenLink, typedLinkAddress } from '../../lib/rich-text.ts';

/** Specification 5.9: undo history. */
const UNDO = { depth: 100, newGroupDelay: 1000 };

/** A link with an address that follows the rules of specification 5.9, typed or pasted. */
const SafeLink = Link.extend({
  parseHTML() {
    return [{ tag: 'a[href]' }];
  },
  addAttributes() {
    return {
      ...this.parent?.(),
      href: {
        default: null,
        parseHTML: (element) => linkAddress(element.getAttribute('href') ?? ''),
      },
    };
  },
  addCommands() {
    const commands = this.parent?.();
    const setLink = commands?.setLink;
    if (!setLink) throw new Error('The link extension has no setLink');
    return {
      ...commands,
      setLink: (attributes) => setLink({ ...attributes, href: typedLinkAddress(attributes.href) }),
    };
  },
}).configure({
  openOnClick: false,
  // The second is a text that becomes a link, before its address is made.
  isAllowedUri: (address) => linkAddress(address) === address || isWrittenLink(address),
  shouldAutoLink: (address) => linkAddress(address) === address || isWrittenLink(address),
  defaultProtocol: 'https',
  HTMLAttributes: LINK_ATTRIBUTES,
});

/** A picture pasted from a page of ours has an absolute address; it is stored with the path that the server knows. */
const addressOf = (image: HTMLElement) =>
  pictureAddress(image.getAttribute('src') ?? '', (host) => host === window.location.host);

const SafeImage = Image.extend({
  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (image) => (addressOf(image) === undefined ? false : null) }];
  },
  addAttributes() {
    return { ...this.parent?.(), src: { default: null, parseHTML: addressOf } };
  },
}).configure({ allowBase64: true });

/** Figures that are raised or lowered mean something else in the line: 10³ is not 103. */
const raised = Mark.create({
  name: 'superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});
const lowered = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

/** Without the widths of columns, which are not kept. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });

/** The toolbar of specification 5.9, and what people paste. */
export const editorExtensions: Extensions = [
  StarterKit.configure({ link: false, heading: { levels: [1, 2, 3, 4] }, undoRedo: UNDO }),
  SafeLink,
  SafeImage,
  PlainTable,
  TableRow,
  TableHeader,
  TableCell,
  raised,
  lowered,
];
