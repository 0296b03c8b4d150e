export type Resource = {
  type: string;
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data: unknown }>;
};
export type Kept = Resource & { id: string; attributes: Record<string, unknown> };

export type ParasutState = {
  contacts: Kept[];
  sales: Kept[];
  /** Payments, by the id of their sales invoice. */
  payments: { sale: string; payment: Kept }[];
  /** Tax numbers of buyers that take e-Invoices. */
  inboxes: Set<string>;
  /** e-documents that were ordered, each with the job that makes it. */
  documents: { sale: string; job: string; type: string; attributes: Record<string, unknown> }[];
  /** How the jobs that make e-documents stand. */
  jobStatus: 'running' | 'done' | 'error';
  /** Where the PDF of an e-document lies. */
  pdfAddress: (id: string) => string;
};

export function emptyState(): ParasutState {
  return {
    contacts: [],
    sales: [],
    payments: [],
    inboxes: new Set(),
    documents: [],
    jobStatus: 'done',
    pdfAddress: (id) => `https://files.parasut.test/${id}.pdf?signature=of-the-tests`,
  };
}
