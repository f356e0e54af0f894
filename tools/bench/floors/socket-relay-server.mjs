import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** Minimal live server: broadcasts each client's message to the others. Reports its port to the parent. */
const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => socket.on('said', (bytes) => socket.broadcast.emit('said', bytes)));
http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }));
process.on('disconnect', () => process.exit());
