import { readFileSync } from 'node:fs';
import type { ErrorEnvelope } from '@vivant/contract/envelope';
import type { Scope } from '@vivant/contract/scopes';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { API_KEY_SCHEME } from '../openapi/operation.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { readonly description: string } | undefined>;
  readonly security?: readonly Record<string, readonly Scope[]>[];
}

interface DescribedEvent {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': { schema: object } } };
  };
}

interface Document {
  readonly webhooks: Record<string, DescribedEvent>;
  readonly paths: Record<string, Record<string, Operation>>;
}

const DOCUMENT_ID = 'https://vivant.test/openapi.json';

const document: Document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** `strict: false` lets the validator carry the document's own keywords, which are no JSON Schema. */
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, DOCUMENT_ID);
const validators = new Map<string, ValidateFunction>();

/**
 * Requires an answer of a documented operation to have a documented status, the body that the committed
 * `openapi.json` describes for it, and no error code that is not listed there. Other addresses are not looked at.
 */
export function requireDocumented(
  request: { readonly method?: string | undefined; readonly url: string },
  response: { readonly statusCode: number; readonly body: string },
): void {
  const path = documentedPath(request.url.split('?', 1)[0] ?? '');
  const method = (request.method ?? 'GET').toLowerCase();
  const template = documentedPath(path);
  const operation = document.paths[template]?.[method];
  if (!operation) return;
  const name = `${method} ${template} ${response.statusCode}`;
  const answer = operation.responses[response.statusCode];
  if (!answer) throw new Error(`Undocumented status: ${name}\n${response.body}`);
  const pointer = [
    'paths',
    template,
    method,
    'responses',
    String(response.statusCode),
    'content',
    'application/json',
    'schema',
  ]
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/');
  const validate = validators.get(name) ?? ajv.compile({ $ref: `${DOCUMENT_ID}#/${pointer}` });
  validators.set(name, validate);
  const body: { success: true } | ErrorEnvelope = JSON.parse(response.body);
  if (!validate(body))
    throw new Error(`Undocumented body: ${name}\n${ajv.errorsText(validate.errors)}\n${response.body}`);
  const codes = body.success ? [] : body.errors.flatMap((each) => Object.keys(each));
  const hidden = codes.filter((code) => !answer.description.includes(`\`${code}\``));
  if (hidden.length > 0) throw new Error(`Undocumented code: ${name} ${hidden.join(', ')}\n${response.body}`);
}

/** Requires what was posted to a webhook to have the body that the committed `openapi.json` describes for its kind. */
export function requireDocumentedEvent(body: string): void {
  const payload = JSON.parse(body);
  const schema = document.webhooks[payload.event]?.post.requestBody.content['application/json'].schema;
  if (!schema) throw new Error(`Undocumented event: ${payload.event}`);
  const validate = validators.get(payload.event) ?? ajv.compile(schema);
  validators.set(payload.event, validate);
  if (!validate(payload)) throw new Error(`Undocumented event: ${ajv.errorsText(validate.errors)}\n${body}`);
}

/** The path of the document that an address belongs to, for example `/api/v1/keys/{id}`. */
function documentedPath(address: string): string {
  if (document.paths[address]) return address;
  const segments = address.split('/');
  const fits = (path: string) => {
    const parts = path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''))
    );
  };
  return Object.keys(document.paths).find(fits) ?? address;
}

/** The operation that a request asks for; undefined when the document has none. */
export function findOperationId(method: string, url: string): string | undefined {
  return document.paths[documentedPath(url.split('?', 1)[0] ?? '')]?.[method.toLowerCase()]?.operationId;
}

/** An operation of the API. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Whether nothing at all is asked of a caller. */
  readonly isOpen: boolean;
  /** The scope a key needs; undefined when no key is needed or any will do. */
  readonly scope: Scope | undefined;
}

/** Every operation of the committed `openapi.json`. */
export function documentedOperations(): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, security = [] }]) => ({
      operationId,
      method: method.toUpperCase() as DocumentedOperation['method'],
      path,
      isOpen: security.length === 0,
      scope: security[0]?.[API_KEY_SCHEME]?.[0],
    })),
  );
}
