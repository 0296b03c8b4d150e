const HEAVY = /(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)/i;
const LIGHT = /(?:^|;)\s*font-weight\s*:\s*(?:normal|[1-5]00)/i;

const FORMATS: readonly (readonly [RegExp, string])[] = [
  [HEAVY, 'strong'],
  [/(?:^|;)\s*font-style\s*:\s*italic/i, 'em'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*underline/i, 'u'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i, 's'],
  [/(?:^|;)\s*vertical-align\s*:\s*super/i, 'sup'],
  [/(?:^|;)\s*vertical-align\s*:\s*sub/i, 'sub'],
];

const OWN_LINE = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table)/i;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i;
const KEEPS_BREAKS = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*(?:pre|preserve|break-spaces)/i;
const JOINS_BREAKS = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*(?:normal|nowrap|collapse)/i;

/** The properties of a style attribute that say how a pasted text reads. */
type PastedStyle = {
  /** Elements for the formats that programs write as styles. */
  tags: string[];
  isHidden: boolean;
  /** Text that stands in lines of its own, though its element would not. */
  hasOwnLine: boolean;
  /** Google Docs wraps a whole text in `<b>` with a normal weight. */
  isLight: boolean;
  /** True where line breaks in the text are shown; undefined where the style does not say. */
  keepsBreaks: boolean | undefined;
};

export function pastedStyle(element: Element): PastedStyle {
  const style = element.getAttribute('style') ?? '';
  const isFormatted = !/^(?:a|h[1-6])$/.test(element.localName);
  return {
    tags: isFormatted ? FORMATS.filter(([form]) => form.test(style)).map(([, tag]) => tag) : [],
    isHidden: HIDDEN.test(style),
    hasOwnLine: OWN_LINE.test(style),
    isLight: LIGHT.test(style),
    keepsBreaks: KEEPS_BREAKS.test(style) ? true : JOINS_BREAKS.test(style) ? false : undefined,
  };
}
