import { prettyFactory } from 'pino-pretty';

/** A line of the log in colour, for whoever watches a terminal. */
export const forTerminal = prettyFactory({
  colorize: true,
  singleLine: true,
  ignore: 'pid,hostname',
  translateTime: 'SYS:HH:MM:ss',
});
