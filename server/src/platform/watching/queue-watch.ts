const minute = 60_000

/** Looks every minute until stopped, by a clock of this process: whether the queue moves is not asked by work of the queue. */
export const startQueueWatch = (
  look: () => Promise<void>,
  warn: (error: unknown) => void,
): { stop(): void } => {
  const timer = setInterval(() => void look().catch(warn), minute)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
