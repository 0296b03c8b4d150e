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

/** Addresses after the hook below, with about:blank. DOMPurify also tests other attributes by it, so numbers pass. */
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

/** Sanitises rich text as the second line of defence after the server (specification 9.10). */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS],
    ALLOWED_URI_REGEXP: ADDRESSES,
  });
}

function setAll(node: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}
