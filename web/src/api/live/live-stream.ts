import { newsEndpoints, type PracticeNews, type streamEndings } from '@ulna/contract/news/news'
import { practiceHeader } from '../http/http-client.ts'
import { createNewsParser } from './live-news-parser.ts'

/** News of the practice, as its stream tells them. */
export type News = {
  readonly [Name in keyof PracticeNews]: { readonly name: Name; readonly data: PracticeNews[Name] }
}[keyof PracticeNews]

/** How a stream was over: never opened, ended by the server with its last words, or broken off. */
export type StreamEnd =
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'ended'; readonly reason: (typeof streamEndings)[number] }
  | { readonly kind: 'lost' }

export interface LiveStreamWish {
  readonly baseUrl: string
  readonly token: string
  readonly practiceId: number
  readonly signal: AbortSignal
  /** Milliseconds of silence after which the other end is taken for gone; the server says something every 15 seconds. */
  readonly silenceMs: number
}

const knownNews: Readonly<Record<keyof PracticeNews, true>> = {
  ready: true,
  change: true,
  refetch: true,
  end: true,
}

const isNews = (news: { name: string; data: unknown }): news is News => news.name in knownNews

/** Aborts when nothing was heard for long, or when the stream is not wanted any more. */
const createPatience = (signal: AbortSignal, silenceMs: number) => {
  const given = new AbortController()
  const giveUp = (): void => given.abort()
  let timer = setTimeout(giveUp, silenceMs)
  signal.addEventListener('abort', giveUp)
  return {
    signal: given.signal,
    hear: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
    },
    end: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      giveUp()
    },
  }
}

const open = ({ baseUrl, token, practiceId }: LiveStreamWish, signal: AbortSignal): Promise<Response> =>
  fetch(`${baseUrl}${newsEndpoints.follow.path}`, {
    headers: { authorization: `Bearer ${token}`, [practiceHeader]: String(practiceId) },
    cache: 'no-store',
    signal,
  })

const read = async (body: ReadableStream<Uint8Array>, hear: (text: string) => void): Promise<void> => {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) hear(part.value)
}

/** Listens to the practice until the stream is over, and tells what it hears. Never rejects: an end is an answer. */
export const listenToPractice = async (
  wish: LiveStreamWish,
  tell: (news: News) => void,
): Promise<StreamEnd> => {
  const patience = createPatience(wish.signal, wish.silenceMs)
  let end: StreamEnd = { kind: 'lost' }
  const parse = createNewsParser(({ name, data }) => {
    const news = { name, data: JSON.parse(data) as unknown }
    if (!isNews(news)) return
    if (news.name === 'end') end = { kind: 'ended', reason: news.data.reason }
    else tell(news)
  })
  try {
    const response = await open(wish, patience.signal)
    if (!response.ok || response.body === null) return { kind: 'refused', status: response.status }
    await read(response.body, (text) => {
      patience.hear()
      parse(text)
    })
    return end
  } catch {
    // A connection that breaks, and one that was not wanted any more, end alike.
    return end
  } finally {
    patience.end()
  }
}
