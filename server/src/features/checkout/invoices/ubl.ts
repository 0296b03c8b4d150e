import { create } from 'xmlbuilder2';
import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import { translate } from '../../../i18n/messages.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { inIstanbul } from './istanbul.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Stands for a final buyer in Turkey who gave no number of their own. */
const UNNAMED_NUMBER = '11111111111';

/** XML 1.0 has no place for these characters, not even escaped; names may hold them. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const plain = (text: string) => text.replaceAll(NOT_IN_XML, '');

/** A draft of an e-Arşiv invoice as XML: UBL 2.1 in the form that UBL-TR 1.2 gives it, without a signature. */
export function ublDraft(facts: InvoiceFacts): string {
  const { currency, language, net_cents, vat_cents, gross_cents } = facts;
  const amount = (cents: number) => ({ '@currencyID': currency, '#': decimalOf(cents) });
  const tax = taxTotal(facts);
  const notes = [
    translate(language, 'invoice.draft'),
    translate(language, 'invoice.transaction', { transaction: plain(facts.transaction) }),
    ...(facts.is_test ? [translate(language, 'mails.test_mode')] : []),
  ];
  const { date, time } = inIstanbul(facts.paid_at);
  const item = translate(language, 'invoice.item', { plan: plain(facts.plan) });
  return create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      Invoice: {
        '@xmlns': `${NAMESPACE}:Invoice-2`,
        '@xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
        '@xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
        'cbc:UBLVersionID': '2.1',
        'cbc:CustomizationID': 'TR1.2',
        'cbc:ProfileID': 'EARSIVFATURA',
        'cbc:ID': facts.reference,
        'cbc:CopyIndicator': 'false',
        'cbc:UUID': facts.uuid,
        'cbc:IssueDate': date,
        'cbc:IssueTime': time,
        'cbc:InvoiceTypeCode': 'SATIS',
        'cbc:Note': notes,
        'cbc:DocumentCurrencyCode': currency,
        'cbc:LineCountNumeric': '1',
        'cac:InvoicePeriod': {
          'cbc:StartDate': inIstanbul(facts.period_start).date,
          'cbc:EndDate': inIstanbul(facts.period_end).date,
        },
        'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(facts) },
        'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(facts) },
        'cac:TaxTotal': tax,
        'cac:LegalMonetaryTotal': {
          'cbc:LineExtensionAmount': amount(net_cents),
          'cbc:TaxExclusiveAmount': amount(net_cents),
          'cbc:TaxInclusiveAmount': amount(gross_cents),
          'cbc:PayableAmount': amount(gross_cents),
        },
        'cac:InvoiceLine': {
          'cbc:ID': '1',
          'cbc:InvoicedQuantity': { '@unitCode': 'C62', '#': '1' },
          'cbc:LineExtensionAmount': amount(net_cents),
          'cac:TaxTotal': tax,
          'cac:Item': { 'cbc:Name': item },
          'cac:Price': { 'cbc:PriceAmount': amount(net_cents) },
        },
      },
    },
  ).end({ prettyPrint: true });

  function taxTotal({ vat_percent }: InvoiceFacts) {
    return {
      'cbc:TaxAmount': amount(vat_cents),
      'cac:TaxSubtotal': {
        'cbc:TaxableAmount': amount(net_cents),
        'cbc:TaxAmount': amount(vat_cents),
        'cbc:Percent': String(vat_percent),
        'cac:TaxCategory': { 'cac:TaxScheme': { 'cbc:Name': 'KDV', 'cbc:TaxTypeCode': '0015' } },
      },
    };
  }
}

type Party = {
  name: string;
  number: string;
  office: string;
  email: string | null;
  /** Street, district, city and country; a seller's street is its whole address. */
  address: { address: string; district?: string; city?: string; country: string } | null;
};

function sellerParty({ seller }: InvoiceFacts) {
  const { title, address, taxNumber, taxOffice } = seller;
  const location = { address, country: 'Türkiye' };
  return partyOf({ name: title, number: taxNumber, office: taxOffice, email: null, address: location });
}

function buyerParty({ buyer: { name, email, billing } }: InvoiceFacts) {
  const number = billing?.tax_number || UNNAMED_NUMBER;
  return partyOf({ name, number, office: billing?.tax_office ?? '', email, address: billing });
}

/** Describes a company by its tax number of 10 digits, or a person, for UBL-TR by first and last name. */
function partyOf({ name, number, office, email, address }: Party) {
  const isCompany = number.length === 10;
  return {
    'cac:PartyIdentification': { 'cbc:ID': { '@schemeID': isCompany ? 'VKN' : 'TCKN', '#': number } },
    ...(isCompany && { 'cac:PartyName': { 'cbc:Name': plain(name) } }),
    ...(address && { 'cac:PostalAddress': addressOf(address) }),
    ...(office !== '' && { 'cac:PartyTaxScheme': { 'cac:TaxScheme': { 'cbc:Name': plain(office) } } }),
    ...(email !== null && { 'cac:Contact': { 'cbc:ElectronicMail': plain(email) } }),
    ...(!isCompany && { 'cac:Person': personOf(name) }),
  };
}

/** UBL-TR knows no address without a district: abroad the city stands in its place. */
function addressOf({ address, district, city, country }: NonNullable<Party['address']>) {
  return {
    'cbc:StreetName': plain(address),
    ...(city !== undefined && {
      'cbc:CitySubdivisionName': plain(district || city),
      'cbc:CityName': plain(city),
    }),
    'cac:Country': { 'cbc:Name': plain(country) },
  };
}

function personOf(name: string) {
  const words = plain(name).trim().split(/\s+/);
  const family = words.length > 1 ? words.at(-1) : words[0];
  return {
    'cbc:FirstName': words.slice(0, Math.max(1, words.length - 1)).join(' '),
    'cbc:FamilyName': family,
  };
}
