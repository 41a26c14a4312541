import { describe, expect, it } from 'vitest'
import { createActivity } from './activity.ts'

describe('activity of the person', () => {
  it('counts the opening of a page in sight, once', () => {
    const activity = createActivity(new EventTarget(), true)
    expect([activity.take(), activity.take()]).toEqual([true, false])
  })

  it('does not count a page that was opened out of sight', () => {
    expect(createActivity(new EventTarget(), false).take()).toBe(false)
  })

  it.each(['pointerdown', 'keydown', 'touchstart', 'wheel'])('G8 counts %s since the last time', (doing) => {
    const page = new EventTarget()
    const activity = createActivity(page, false)
    page.dispatchEvent(new Event(doing))
    expect([activity.take(), activity.take()]).toEqual([true, false])
  })

  it.each(['visibilitychange', 'focus', 'mousemove', 'online'])('G8 does not count %s', (happening) => {
    const page = new EventTarget()
    const activity = createActivity(page, false)
    page.dispatchEvent(new Event(happening))
    expect(activity.take()).toBe(false)
  })

  it('keeps what could not be told to the server', () => {
    const activity = createActivity(new EventTarget(), true)
    activity.take()
    activity.putBack()
    expect(activity.take()).toBe(true)
  })
})
