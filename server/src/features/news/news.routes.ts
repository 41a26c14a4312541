import { newsEndpoints } from '@ulna/contract/news/news'
import { implement, type Route } from '../../platform/http/route.ts'
import type { NewsStreams } from '../../platform/news/news.streams.ts'

export const newsRoutes = ({ news }: { news: NewsStreams }): Route[] =>
  implement(newsEndpoints, {
    follow: ({ actor }) => news.open(actor),
  })
