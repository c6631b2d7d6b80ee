import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/**
 * Writes the contract without the parts that the generated server does not need: the permission table decides
 * about each caller, one function writes all refusals and another all 304 answers, and middleware handles
 * headers. Tests check the server against the whole contract. An overlay could do the same, but would lose
 * the order of the paths, which is the order of the routes.
 */
const api = new URL('../../api/', import.meta.url);
const contract = parse(readFileSync(new URL('openapi.yaml', api), 'utf8'));
const madeElsewhere = /^(304|4\d\d|default)$/;
/** Headers that handlers read from their parameters. The middleware reads all others. */
const readByHandlers = {
  listOrderLinks: ['Authorization'],
  searchContent: ['x-sub-account'],
  signIn: ['Authorization', 'X-Device-Session'],
  startOrder: ['x-sub-account'],
  streamOrderEvents: ['Last-Event-ID'],
};

function prune(responses) {
  for (const [status, response] of Object.entries(responses)) {
    if (madeElsewhere.test(status)) {
      delete responses[status];
    } else {
      delete response.headers;
    }
  }
}

/** Resolves a reference to a shared parameter of the contract. */
const parameterOf = ({ $ref, ...own }) =>
  $ref ? contract.components.parameters[$ref.split('/').pop()] : own;

function pruneHeaders(operation) {
  const read = readByHandlers[operation.operationId] ?? [];
  operation.parameters = operation.parameters?.filter((parameter) => {
    const { in: place, name } = parameterOf(parameter);
    return place !== 'header' || read.includes(name);
  });
}

const named = new Set();
for (const operation of Object.values(contract.paths).flatMap((path) => Object.values(path))) {
  delete operation.security;
  prune(operation.responses);
  pruneHeaders(operation);
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
