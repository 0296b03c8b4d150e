const PLAYERS: Record<string, (url: URL) => string | undefined> = {
  'youtube.com': youtube,
  'www.youtube.com': youtube,
  'm.youtube.com': youtube,
  'youtu.be': youtube,
  'youtube-nocookie.com': youtube,
  'www.youtube-nocookie.com': youtube,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
  'loom.com': loom,
  'www.loom.com': loom,
  'figma.com': figma,
  'www.figma.com': figma,
};

/**
 * Public player of a stored address, rebuilt from its parts so that nothing else remains; undefined if its host has
 * none (specification 6.21).
 */
export function embedAddress(address: string): string | undefined {
  const url = new URL(address);
  return Object.hasOwn(PLAYERS, url.host) ? PLAYERS[url.host]?.(url) : undefined;
}

export function embedHost(address: string): string | null {
  const embed = embedAddress(address);
  return embed === undefined ? null : new URL(embed).host;
}

function youtube({ host, pathname, searchParams }: URL): string | undefined {
  const [first = '', second = ''] = partsOf(pathname);
  const named = ['embed', 'shorts', 'live'].includes(first) ? second : searchParams.get('v');
  const id = (host === 'youtu.be' ? first : named) ?? '';
  return /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined;
}

/** The address of an unlisted film has a second part. */
function vimeo({ host, pathname, searchParams }: URL): string | undefined {
  const parts = partsOf(pathname);
  const isPlayer = host === 'player.vimeo.com';
  if (isPlayer && parts[0] !== 'video') return undefined;
  const [id = '', secret = ''] = isPlayer ? parts.slice(1) : parts;
  const hash = (isPlayer ? searchParams.get('h') : secret) ?? '';
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const query = /^[\da-f]{6,40}$/.test(hash) ? `?h=${hash}&dnt=1` : '?dnt=1';
  return `https://player.vimeo.com/video/${id}${query}`;
}

function loom({ pathname }: URL): string | undefined {
  const [first = '', id = ''] = partsOf(pathname);
  const isFilm = (first === 'share' || first === 'embed') && /^[\da-f]{32}$/.test(id);
  return isFilm ? `https://www.loom.com/embed/${id}` : undefined;
}

/** Kinds of files in Figma's addresses; `file` is the former name of `design`. */
const FIGMA_FILES: Record<string, string> = {
  file: 'design',
  design: 'design',
  board: 'board',
  proto: 'proto',
  slides: 'slides',
  deck: 'deck',
};

function figma({ pathname, searchParams }: URL): string | undefined {
  const [first = '', key = ''] = partsOf(pathname);
  const kind = Object.hasOwn(FIGMA_FILES, first) ? FIGMA_FILES[first] : undefined;
  if (kind === undefined || !/^[\dA-Za-z]{10,40}$/.test(key)) return undefined;
  const node = searchParams.get('node-id') ?? '';
  const parameter = /^\d{1,9}[:-]\d{1,9}$/.test(node) ? `node-id=${node.replace(':', '-')}&` : '';
  return `https://embed.figma.com/${kind}/${key}?${parameter}embed-host=vitrin`;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
