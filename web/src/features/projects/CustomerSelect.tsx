import { type ComboboxItem, Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_CUSTOMER } from './project-values.ts';

/** More are not drawn: a freelancer may have 2,000, and nobody reads on beyond a screen of them. */
const MOST_SHOWN = 100;

type Props = Pick<SelectProps, 'disabled' | 'error' | 'onFocus'> & {
  options: ComboboxItem[];
  /** The id as text; NO_CUSTOMER where there is none. */
  value?: string;
  onChange: (value: string) => void;
  /** The field is left with a text that names nobody; null once it is looked at again. */
  onUnfound: (text: string | null) => void;
};

/**
 * Whom a project is for. The field is empty while that is nobody, so that what is typed is a search: Enter takes the
 * first that is found, never sends the form, and an emptied field clears the choice.
 */
export function CustomerSelect({
  options,
  value = NO_CUSTOMER,
  onChange,
  onUnfound,
  onFocus,
  ...field
}: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const chosen = options.find((option) => option.value === value && value !== NO_CUSTOMER)?.label ?? '';
  const isSearching = text.trim() !== '' && text !== chosen;
  const found = isSearching ? findCustomers(options, text, MOST_SHOWN) : [];

  const takeMarked = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value: typed, attributes } = event.currentTarget;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === chosen) return;
    event.preventDefault();
    // A list that opens as one types forgets which entry it has marked, and would take none.
    const list = document.getElementById(attributes.getNamedItem('aria-controls')?.value ?? '');
    list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
  };
  const settle = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = currentTarget.value.trim();
    if (typed === chosen) return;
    if (typed === '') return onChange(NO_CUSTOMER);
    const named =
      options.find(({ label }) => label === typed) ??
      options.find(({ label }) => searchKey(label) === searchKey(typed));
    if (named) onChange(named.value);
    else onUnfound(typed);
  };

  return (
    <>
      <Select
        label={t('projects.customer')}
        description={t('projects.customerHint')}
        placeholder={t('projects.selectUser')}
        data={options}
        searchable
        selectFirstOptionOnChange
        filter={({ search, limit }) => findCustomers(options, search, limit)}
        limit={MOST_SHOWN}
        allowDeselect={false}
        clearable
        clearButtonProps={{ 'aria-label': t('projects.removeCustomer') }}
        nothingFoundMessage={t('projects.noCustomerFound')}
        {...field}
        value={value === NO_CUSTOMER ? null : value}
        onChange={(chosen) => onChange(chosen ?? NO_CUSTOMER)}
        onSearchChange={setText}
        onKeyDown={takeMarked}
        onFocus={(event) => {
          // What is typed next replaces the name that stands here.
          event.currentTarget.select();
          onUnfound(null);
          onFocus?.(event);
        }}
        onBlur={settle}
      />
      <VisuallyHidden component="output">
        {isSearching &&
          (found[0]
            ? t('projects.customersFound', { count: found.length, first: found[0].label })
            : t('projects.noCustomerFound'))}
      </VisuallyHidden>
    </>
  );
}

/** Those whose name holds the text, with i, ı, İ and I as one letter as on the server; all, and the one that clears, without a text. */
function findCustomers(options: readonly ComboboxItem[], text: string, limit: number): ComboboxItem[] {
  const key = searchKey(text.trim());
  if (key === '') return options.slice(0, limit);
  return options
    .filter(({ value, label }) => value !== NO_CUSTOMER && searchKey(label).includes(key))
    .slice(0, limit);
}
