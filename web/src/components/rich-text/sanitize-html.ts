import {
  LINK_ATTRIBUTES,
  PICTURE_ATTRIBUTES,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_TAGS,
  linkAddress,
  pictureAddress,
} from '@vitrin/shared/rules/texts/rich-text.ts';
import createDOMPurify from 'dompurify';

const purifier = createDOMPurify(window);

/**
 * Addresses as the hook below leaves them; DOMPurify's own list lacks about:blank. It tries other attributes by it too,
 * such as the start of a list, so numbers pass.
 */
const ADDRESSES =
  /^(?:\d+$|https?:|mailto:|tel:|sms:|about:blank$|data:image\/(?:png|jpeg);|\/api\/pictures\/\d+\/$)/i;

// Drops every attribute that the element may not have, whatever DOMPurify's own lists say.
purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName: name } = attribute;
  if (!RICH_TEXT_ATTRIBUTES[node.nodeName.toLowerCase()]?.includes(name)) {
    attribute.keepAttr = false;
    return;
  }
  if (name === 'href') attribute.attrValue = linkAddress(attribute.attrValue);
  if (name === 'src') {
    const address = pictureAddress(attribute.attrValue, (host) => host === window.location.host);
    attribute.attrValue = address ?? '';
    attribute.keepAttr = address !== undefined;
  }
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') setAll(node, LINK_ATTRIBUTES);
  if (node.nodeName !== 'IMG') return;
  if (!node.getAttribute('src')) node.remove();
  setAll(node, PICTURE_ATTRIBUTES);
  if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
});

/**
 * Sanitises rich text for the page; the server has done so before, and this is the second line of defence
 * (specification 9.10).
 */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS],
    ALLOWED_URI_REGEXP: ADDRESSES,
  });
}

function setAll(node: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}
