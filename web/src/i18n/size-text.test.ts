import { expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

it('says sizes in the largest unit that fits', () => {
  const spoken = [812, 4096, 4_404_019, 200 * 1024 * 1024].map((bytes) => sizeText(bytes, 'en'))
  expect(spoken).toEqual(['812 byte', '4 kB', '4.2 MB', '200 MB'])
  expect(sizeText(4_404_019, 'es')).toBe('4,2 MB')
})
