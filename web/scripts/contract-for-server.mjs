import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/**
 * Writes the contract without what the generated server need not know: who may call what is the table of permissions,
 * one function makes every refusal and one every 304, headers are set around the handlers. Tests hold the server against
 * the whole contract. An overlay would do the same, but loses the order of the paths, which is that of the routes.
 */
const api = new URL('../../api/', import.meta.url);
const contract = parse(readFileSync(new URL('openapi.yaml', api), 'utf8'));
const madeElsewhere = /^(304|4\d\d)$/;

function prune(responses) {
  for (const [status, response] of Object.entries(responses)) {
    if (madeElsewhere.test(status)) {
      delete responses[status];
    } else {
      delete response.headers;
    }
  }
}

const named = new Set();
for (const operation of Object.values(contract.paths).flatMap((path) => Object.values(path))) {
  delete operation.security;
  prune(operation.responses);
  for (const { $ref } of Object.values(operation.responses)) {
    named.add($ref?.split('/').pop());
  }
}
const { components } = contract;
delete components.securitySchemes;
delete components.headers;
components.responses = Object.fromEntries(
  Object.entries(components.responses).filter(([name]) => named.has(name)),
);
prune(components.responses);
components.schemas.MessageKey['x-go-type'] = 'string';

writeFileSync(
  new URL('.server.yaml', api),
  stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }),
);
