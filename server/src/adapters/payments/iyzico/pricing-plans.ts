import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import type { CheckoutOrder } from '../gateway.ts';
import { Created, Products } from './answers.ts';
import { type IyzicoClient, IyzicoRefusal } from './client.ts';

const PRODUCT = 'Vitrin';
/** iyzico gives no more at once; there is one product, and a plan for each price that was ever asked. */
const PAGE = { page: '1', count: '100' };

type Price = Pick<CheckoutOrder, 'planName' | 'amountCents' | 'currency'>;

/** Returns iyzico's plan at a price, made at first use and found by its name, which iyzico allows once. */
export async function referenceOfPlan(client: IyzicoClient, price: Price): Promise<string> {
  const product = (await findProduct(client)) ?? (await makeProduct(client));
  const name = nameOf(price);
  return product.plans.get(name) ?? makePlan(client, product.reference, price);
}

type Product = { reference: string; plans: Map<string, string> };

async function findProduct(client: IyzicoClient): Promise<Product | undefined> {
  const { data } = await client.get('/v2/subscription/products', PAGE, Products);
  const product = data.items.find(({ name }) => name === PRODUCT);
  if (!product) return undefined;
  const plans = (product.pricingPlans ?? []).map(({ name, referenceCode }) => [name, referenceCode] as const);
  return { reference: product.referenceCode, plans: new Map(plans) };
}

async function makeProduct(client: IyzicoClient): Promise<Product> {
  const { data } = await client
    .post('/v2/subscription/products', { name: PRODUCT }, Created)
    .catch((error: unknown) => unlessMadeMeanwhile(error, () => findProduct(client)));
  return 'reference' in data ? data : { reference: data.referenceCode, plans: new Map() };
}

async function makePlan(client: IyzicoClient, product: string, price: Price): Promise<string> {
  const plan = {
    name: nameOf(price),
    price: decimalOf(price.amountCents),
    currencyCode: price.currency,
    paymentInterval: 'MONTHLY',
    paymentIntervalCount: 1,
    planPaymentType: 'RECURRING',
  };
  const { data } = await client
    .post(`/v2/subscription/products/${product}/pricing-plans`, plan, Created)
    .catch((error: unknown) =>
      unlessMadeMeanwhile(error, async () => {
        const referenceCode = (await findProduct(client))?.plans.get(plan.name);
        return referenceCode === undefined ? undefined : { referenceCode };
      }),
    );
  return data.referenceCode;
}

/** Pricing plan that another process has just made; throws the refusal where there is none. */
async function unlessMadeMeanwhile<T>(
  error: unknown,
  find: () => Promise<T | undefined>,
): Promise<{ data: T }> {
  const data = error instanceof IyzicoRefusal ? await find() : undefined;
  if (data === undefined) throw error;
  return { data };
}

function nameOf({ planName, amountCents, currency }: Price): string {
  return `${PRODUCT} ${planName} ${decimalOf(amountCents)} ${currency}`;
}
