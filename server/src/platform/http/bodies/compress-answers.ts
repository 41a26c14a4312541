import {
  brotliCompressSync,
  constants,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompressSync,
} from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { CompressedOnce } from './compressed-once.ts'

/** Of gzip and of zstd: where a byte less costs more time than it is worth (decision 0074). */
const zlibLevels: ZlibOptions & ZstdOptions = {
  level: 2,
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
}
/** Bytes of an answer that is compressed in one go; longer ones are compressed piece by piece, while others are answered. */
const longestAtOnce = 1024 * 1024
/** Bytes of compressed answers that are kept: some eighty months of an agenda. */
const keptBytes = 8 * 1024 * 1024

/** Answers go out in the first of these codings that the client takes (RFC 9110 §12.5.3); those that are there as a whole once for each content. */
export const compressAnswers = async (server: FastifyInstance): Promise<void> => {
  const answers = new CompressedOnce(keptBytes)
  await server.register(compress, {
    // Bodies come as they are: one that is compressed could be a bomb.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: zlibLevels,
    syncThreshold: longestAtOnce,
    zlib: {
      zstdCompressSync: answers.once('zstd', zstdCompressSync),
      brotliCompressSync: answers.once('br', brotliCompressSync),
      gzipSync: answers.once('gzip', gzipSync),
    },
  })
}
