import type { EndpointForm } from '@vitrin/shared/contract/endpoints.ts';
import type { useTranslation } from '../../../i18n/use-translation.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Names that are the same in every language. */
const CHATS = { slack: 'Slack', discord: 'Discord', telegram: 'Telegram' };

/** Address of Telegram's API with the parts that are each bot's own left out. */
const TELEGRAM = 'https://api.telegram.org/bot…/sendMessage?chat_id=…';

export function formName(t: Translate, form: EndpointForm): string {
  return form === 'standard' ? t('webhooks.program') : CHATS[form];
}

/** Says which address a webhook of this form has. */
export function urlHint(t: Translate, form: EndpointForm): string {
  return form === 'telegram' ? TELEGRAM : t(`webhooks.urlHint.${form}`);
}
