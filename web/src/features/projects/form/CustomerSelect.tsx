import { type ComboboxItem, Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { Username } from '@vitrin/shared/contract/users.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NO_CUSTOMER } from './project-values.ts';

/** Most rendered options: a freelancer may have 2,000 customers, more than a person scrolls through. */
const MOST_SHOWN = 100;
/** Value of the entry that creates a customer with the typed name. */
const CREATED = 'created';

type Props = Pick<SelectProps, 'disabled' | 'error' | 'onFocus'> & {
  options: ComboboxItem[];
  /** Id as text; NO_CUSTOMER for none. */
  value?: string;
  onChange: (value: string) => void;
  /** Called with a text that matches no customer when the field is left, and with null when it gets the focus again. */
  onUnfound: (text: string | null) => void;
  /** Creates a customer with this username, and chooses it. */
  onCreate: (username: string) => void;
};

/**
 * Searchable choice of a customer: Enter takes the first match without a submit, and an empty field removes it. The
 * last entry creates a customer, if the typed text is a username that no customer has.
 */
export function CustomerSelect({
  options,
  value = NO_CUSTOMER,
  onChange,
  onUnfound,
  onCreate,
  onFocus,
  ...field
}: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const chosen = options.find((option) => option.value === value && value !== NO_CUSTOMER)?.label ?? '';
  const isSearching = text.trim() !== '' && text !== chosen;
  const found = isSearching ? findCustomers(options, text, MOST_SHOWN) : [];
  const named = text.trim();
  const canCreate =
    isSearching &&
    Username.safeParse(named).success &&
    !options.some(({ label }) => searchKey(label) === searchKey(named));
  const creation = canCreate
    ? [{ value: CREATED, label: t('projectForm.createCustomer', { name: named }) }]
    : [];
  const announcement = found[0]
    ? t('projectForm.customersFound', { count: found.length, first: found[0].label })
    : t(canCreate ? 'projectForm.createByEnter' : 'projectForm.noCustomerFound', { name: named });

  const takeMarked = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value: typed, attributes } = event.currentTarget;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === chosen) return;
    event.preventDefault();
    // A list that opens by typing forgets its marked entry, and Enter would take none.
    const list = document.getElementById(attributes.getNamedItem('aria-controls')?.value ?? '');
    list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
  };
  const settle = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = currentTarget.value.trim();
    if (typed === chosen) return;
    if (typed === '') return onChange(NO_CUSTOMER);
    const meant =
      options.find(({ label }) => label === typed) ??
      options.find(({ label }) => searchKey(label) === searchKey(typed));
    if (meant) onChange(meant.value);
    else onUnfound(typed);
  };

  return (
    <>
      <Select
        label={t('projects.customer')}
        description={t('projectForm.customerHint')}
        placeholder={t('projectForm.selectUser')}
        data={[...options, ...creation]}
        searchable
        selectFirstOptionOnChange
        filter={({ search, limit }) => [...findCustomers(options, search, limit), ...creation]}
        limit={MOST_SHOWN}
        allowDeselect={false}
        clearable
        clearButtonProps={{ 'aria-label': t('projects.removeCustomer') }}
        nothingFoundMessage={t('projectForm.noCustomerFound')}
        {...field}
        value={value === NO_CUSTOMER ? null : value}
        onChange={(chosen) => (chosen === CREATED ? onCreate(named) : onChange(chosen ?? NO_CUSTOMER))}
        onSearchChange={setText}
        onKeyDown={takeMarked}
        onFocus={(event) => {
          // Typing replaces the shown name.
          event.currentTarget.select();
          onUnfound(null);
          onFocus?.(event);
        }}
        onBlur={settle}
      />
      <VisuallyHidden component="output">{isSearching && announcement}</VisuallyHidden>
    </>
  );
}

/** Customers by a part of their name, with i, ı, İ and I as one letter; without a text all, and the clearing entry. */
function findCustomers(options: readonly ComboboxItem[], text: string, limit: number): ComboboxItem[] {
  const key = searchKey(text.trim());
  if (key === '') return options.slice(0, limit);
  return options
    .filter(({ value, label }) => value !== NO_CUSTOMER && searchKey(label).includes(key))
    .slice(0, limit);
}
