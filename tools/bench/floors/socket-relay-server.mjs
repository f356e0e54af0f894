import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** The least that a live server does: passes what one client says on to the others. Told to its parent: the port. */
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => socket.on('said', (bytes) => socket.broadcast.emit('said', bytes)));
http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }));
process.on('disconnect', () => process.exit());
