import createDOMPurify from 'dompurify';
import { BLANK, isAllowedImage, isAllowedLink } from '../lib/rich-text.ts';

/** The toolbar's elements plus lists; everything else loses its tag and keeps its text. */
const ALLOWED_TAGS = 'h1 h2 h3 h4 p br hr blockquote pre code strong b em i u s a img ul ol li'.split(' ');
const ALLOWED_ATTR = ['href', 'src', 'alt', 'title', 'width', 'height', 'start'];

const purifier = createDOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName === 'href') {
    if (!isAllowedLink(attribute.attrValue)) attribute.attrValue = BLANK;
    // DOMPurify knows fewer schemes than the specification allows.
    attribute.forceKeepAttr = true;
  }
  if (attribute.attrName === 'src' && !isAllowedImage(attribute.attrValue)) attribute.keepAttr = false;
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  if (node.nodeName === 'IMG') {
    if (!node.hasAttribute('src')) node.remove();
    node.setAttribute('loading', 'lazy');
    node.setAttribute('referrerpolicy', 'no-referrer');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
});

/** Rich text as it may be put into the page; the server cleaned it once, this is the second lock (DESIGN 6). */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
