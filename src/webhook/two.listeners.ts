import { BadRequestException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { BodyRoom } from './body.room.js';
import { readBody } from './bounded.body.js';
import { readDoorRequest } from './body.reader.js';
import type { DoorRulesSource } from './door-rules.source.js';
import { isJsonType } from './json-type.js';
import type { RejectionCounter } from './rejection.counter.js';
import type { WebhookListener } from './webhook.listener.js';
import { allowedMethods, webhookRoute } from './webhook-routes.js';

/** A GraphQL request is small. */
const CONTROL_BODY_BYTES = 1024 * 1024;
/** As many of the largest bodies may be arriving at the same time, or any number of smaller ones instead. */
const BODIES_AT_A_TIME = 8;

export interface WebhookSide {
  readonly listener: WebhookListener;
  readonly path: string;
  readonly rules: DoorRulesSource;
  readonly rejections: RejectionCounter;
}

/**
 * Lets one Fastify instance serve both listeners, before its routes are registered: the first hook refuses every route
 * of the other listener, and bodies are raw bytes on the one and JSON on the other. Which listener a request came
 * through is known from its socket's server, never from anything the request says.
 */
export function serveTwoListeners(fastify: FastifyInstance, side: WebhookSide): void {
  fastify.removeAllContentTypeParsers(); // the built-in ones would come before '*'
  fastify.addHook('onRequest', (request, reply, done) => {
    const refused = side.listener.arrival(request.raw)
      ? refuseOnWebhook(request, reply, side)
      : refuseOnControl(request, reply, side);
    if (!refused) done();
  });
  const room = new BodyRoom(() => BODIES_AT_A_TIME * side.rules.current.maxBodyBytes);
  fastify.addContentTypeParser('*', (request: FastifyRequest, _stream: unknown, done: BodyDone) => {
    const arrival = side.listener.arrival(request.raw);
    if (arrival === undefined) return readJson(request.raw, done);
    readDoorRequest(request.raw, arrival.contentType, side.rules.current, room, (read) => done(null, read));
  });
}

type BodyDone = (error: Error | null, body?: unknown) => void;

function refuseOnWebhook(request: FastifyRequest, reply: FastifyReply, { path, rejections }: WebhookSide): boolean {
  const route = webhookRoute(request.method, request.raw.url ?? '', path);
  if (route === 'delivery' || route === 'health') return false;
  rejections.count(route);
  if (route === 'not-found') {
    void reply.code(404).send({ reason: route, message: 'Nothing is served here but deliveries and GET /healthz' });
  } else {
    const allow = allowedMethods(request.raw.url ?? '');
    void reply
      .code(405)
      .header('allow', allow)
      .send({ reason: route, message: `Only ${allow} is served here` });
  }
  return true;
}

/** Compared with the route that was found, so that no spelling of its path gets past. */
function refuseOnControl(request: FastifyRequest, reply: FastifyReply, { path }: WebhookSide): boolean {
  if (request.routeOptions.url !== path) return false;
  void reply.code(404).send({ reason: 'not-found', message: 'Deliveries are taken on the webhook listener only' });
  return true;
}

function readJson(request: IncomingMessage, done: BodyDone): void {
  if (!isJsonType(request.headers['content-type'])) return done(new UnsupportedMediaTypeException());
  readBody(request, { mostBytes: CONTROL_BODY_BYTES }, (reading) => {
    if ('refused' in reading) return done(new PayloadTooLargeException());
    try {
      done(null, JSON.parse(reading.body.toString('utf8')));
    } catch {
      done(new BadRequestException('The body is not JSON'));
    }
  });
}
