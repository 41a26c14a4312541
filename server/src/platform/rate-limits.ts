import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Requests a minute from one address, for everything and for the doors that take a password. */
const perMinute = { everything: 1200, doors: 30 } as const

const doors = new Set(['/api/auth/login', '/api/auth/register', '/api/installation/demo'])

const isDoor = (request: FastifyRequest): boolean => doors.has(request.routeOptions.url ?? '')

/** Coarse limits by address, against scripts that run away and against guessing. */
export const useRateLimits = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, {
    global: true,
    timeWindow: '1 minute',
    max: (request) => (isDoor(request) ? perMinute.doors : perMinute.everything),
    keyGenerator: (request) => `${request.ip} ${isDoor(request) ? 'door' : 'all'}`,
    errorResponseBuilder: (_request, context) =>
      new AppError('rate_limited', { retryAfter: Math.ceil(context.ttl / 1000) }),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
  })
}
