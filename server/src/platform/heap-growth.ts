import { setFlagsFromString } from 'node:v8'

/**
 * V8 lets a heap grow up to fourfold before it collects what is old in it, the more the faster things come: a flood
 * would fill the memory with what nobody holds any more. It collects when there is twice as much. The room for what is
 * young, which may reach 144 MB since Node 24, keeps its first size: it counts into what may be doubled (decision 0035).
 */
export const collectSooner = (): void => {
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--semi-space-growth-factor=1')
}
