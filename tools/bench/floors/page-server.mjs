import express from 'express';

/** Serves a built page like the product does: files with a hash in their name are never asked for again. */
process.once('message', ({ dir }) => {
  const app = express();
  app.disable('x-powered-by');
  app.use('/assets', express.static(`${dir}/assets`, { immutable: true, maxAge: '1y' }));
  app.use(express.static(dir));
  const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.on('disconnect', () => process.exit());
