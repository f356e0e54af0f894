import express from 'express';

/** The least that an Express server does: says the same JSON to everybody. Told by its parent: the body. */
process.once('message', ({ body }) => {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', (_, answer) => answer.type('json').send(body));
  const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.on('disconnect', () => process.exit());
