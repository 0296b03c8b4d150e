import type { EndpointForm } from '@vitrin/shared/contract/endpoints.ts';
import type { ProgramEventData, ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type MessageKey, translate } from '../../../i18n/messages.ts';
import { moneyText } from '../../../i18n/money.ts';

export type DeliveredEvent = {
  type: ProgramEventType | 'test';
  /** The id of the event; undefined for a test. */
  id: number | undefined;
  timestamp: string;
  data: ProgramEventData;
};

type Reader = { language: Language; publicUrl: string };

type Written = { url: string; body: string };

/** Returns body and address in the endpoint's form; words of people are plain text, without mentions or links. */
export function writeMessage(
  form: EndpointForm,
  url: string,
  event: DeliveredEvent,
  reader: Reader,
): Written {
  if (form === 'standard') {
    const { id, type, timestamp, data } = event;
    return { url, body: JSON.stringify({ ...(id !== undefined && { id }), type, timestamp, data }) };
  }
  const sentence = sentenceOf(event, reader.language);
  const { project } = event.data;
  const link = project && new URL(`/projects/${project.id}`, reader.publicUrl).href;
  const lines = (text: string) => (link === undefined ? text : `${text}\n${link}`);
  if (form === 'slack') return { url, body: JSON.stringify({ text: lines(forSlack(sentence)) }) };
  if (form === 'discord')
    return {
      url,
      body: JSON.stringify({ content: lines(forDiscord(sentence)), allowed_mentions: { parse: [] } }),
    };
  return toTelegram(url, lines(sentence));
}

/** Moves the chat from the endpoint's address, where Telegram documents it, into the body. */
function toTelegram(url: string, text: string): Written {
  const target = new URL(url);
  const chat_id = target.searchParams.get('chat_id') ?? '';
  target.search = '';
  return {
    url: target.href,
    body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }),
  };
}

const SENTENCES: Record<DeliveredEvent['type'], MessageKey> = {
  'project.created': 'programs.project_created',
  'milestone.completed': 'programs.milestone_completed',
  'version.ready': 'programs.version_ready',
  'version.seen': 'programs.version_seen',
  'version.delivered': 'programs.version_delivered',
  'payment.succeeded': 'programs.payment_succeeded',
  test: 'programs.test',
};

function sentenceOf({ type, data }: DeliveredEvent, language: Language): string {
  const { project, milestone, version, client, payment } = data;
  return translate(language, SENTENCES[type], {
    project: project?.name ?? '',
    milestone: milestone?.name ?? '',
    version: version?.version_number ?? '',
    client: client?.name ?? '',
    amount: payment ? moneyText(language, payment.amount_cents, payment.currency) : '',
  });
}

/** Escapes the three characters by which Slack also calls channels and people. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes Discord's Markdown, and breaks addresses within names. */
function forDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@-]/g, String.raw`\$&`).replaceAll('://', ':\u2060//');
}
