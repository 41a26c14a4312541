/** Read by node before a program (`--import`), whose clock starts at `CLOCK_FROM` and goes on from there. */
const ahead = Date.parse(process.env.CLOCK_FROM ?? '') - Date.now()

globalThis.Date = new Proxy(Date, {
  construct: (target, values, self) =>
    Reflect.construct(target, values.length === 0 ? [target.now() + ahead] : values, self) as object,
  get: (target, key) => (key === 'now' ? () => target.now() + ahead : Reflect.get(target, key)),
})
