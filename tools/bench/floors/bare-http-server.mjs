import express from 'express';

/** Minimal Express server: answers every request with the JSON body that its parent sends. */
process.once('message', ({ body }) => {
  const app = express();
  app.disable('x-powered-by');
  app.get('/', (_, answer) => answer.type('json').send(body));
  const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.on('disconnect', () => process.exit());
