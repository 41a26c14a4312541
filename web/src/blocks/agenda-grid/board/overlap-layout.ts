export interface Span {
  start: number
  end: number
}

export interface Lane {
  /** 0 is the leftmost. */
  lane: number
  /** How many lanes the group of touching spans needs. */
  lanes: number
}

/** Binary heap, smallest first. */
class MinHeap<T> {
  readonly #items: T[] = []
  readonly #before: (a: T, b: T) => boolean

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  get first(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = items[parent] as T
      if (!this.#before(item, above)) break
      items[index] = above
      index = parent
    }
    items[index] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (items.length > 0 && last !== undefined) this.#sink(last)
    return top
  }

  #sink(item: T): void {
    const items = this.#items
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#before(items[child + 1] as T, items[child] as T)) child += 1
      if (!this.#before(items[child] as T, item)) break
      items[index] = items[child] as T
      index = child
    }
    items[index] = item
  }
}

/**
 * Puts overlapping spans side by side, in O(n log n). Answers one lane per span, in the order given: two spans that
 * overlap never share a lane, a lane is the leftmost free one, and spans that touch through others share `lanes`.
 */
export const layoutOverlaps = (spans: readonly Span[]): Lane[] => {
  const order = spans.map((_, index) => index)
  const at = (index: number): Span => spans[index] as Span
  order.sort((a, b) => at(a).start - at(b).start || at(b).end - at(a).end || a - b)

  const answer: Lane[] = new Array(spans.length)
  const running = new MinHeap<{ end: number; lane: number }>((a, b) => a.end < b.end)
  const free = new MinHeap<number>((a, b) => a < b)
  let group: number[] = []
  let lanes = 0

  const closeGroup = () => {
    for (const index of group) (answer[index] as Lane).lanes = lanes
    group = []
    lanes = 0
    while (free.pop() !== undefined);
  }

  for (const index of order) {
    const span = at(index)
    while (running.first && running.first.end <= span.start)
      free.push((running.pop() as { lane: number }).lane)
    if (running.first === undefined) closeGroup()
    const lane = free.pop() ?? lanes
    lanes = Math.max(lanes, lane + 1)
    running.push({ end: span.end, lane })
    answer[index] = { lane, lanes: 0 }
    group.push(index)
  }
  closeGroup()
  return answer
}
