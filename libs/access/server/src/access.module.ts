import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ACCESS_DIRECTORY, TICKET_OFFICE } from '@cotejo/access-contracts';
import { AUTHENTICATOR } from '@cotejo/http/server';
import { ACCESS, type Access } from './access.ts';
import { SignInController } from './http/sign-in.controller.ts';
import { UsersController } from './http/users.controller.ts';

/** Doors of access, and what other contexts may ask of it. */
@Global()
@Module({})
export class AccessModule {
  static register(access: Access): DynamicModule {
    return {
      module: AccessModule,
      controllers: [SignInController, UsersController],
      providers: [
        { provide: ACCESS, useValue: access },
        { provide: ACCESS_DIRECTORY, useValue: access.state },
        { provide: TICKET_OFFICE, useValue: access.tickets },
        { provide: AUTHENTICATOR, useValue: access.authenticator },
      ],
      exports: [ACCESS_DIRECTORY, TICKET_OFFICE, AUTHENTICATOR],
    };
  }
}
