/**
 * What a program that we start beside the server is told of its surroundings: where Node keeps what it has compiled, and
 * nothing else, for whoever gets hold of it should find no secret there.
 */
export const childEnvironment = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE: compiled } = process.env
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }
}
