import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ACCESS_DIRECTORY, TICKET_OFFICE } from '@cotejo/access-contracts';
import { AUTHENTICATOR } from '@cotejo/http/server';
import { ACCESS, type Access } from './access.ts';
import { AccountController } from './http/account.controller.ts';
import { ExternalSignInController } from './http/external-sign-in.controller.ts';
import { OneselfController } from './http/oneself.controller.ts';
import { PeopleController } from './http/people.controller.ts';
import { PersonRecordsController } from './http/person-records.controller.ts';
import { ProductController } from './http/product.controller.ts';
import { RolesController } from './http/roles.controller.ts';
import { ShellController } from './http/shell.controller.ts';
import { SignInController } from './http/sign-in.controller.ts';
import { SlotsController } from './http/slots.controller.ts';

/** Doors of access, and what other contexts may ask of it. */
@Global()
@Module({})
export class AccessModule {
  static register(access: Access): DynamicModule {
    return {
      module: AccessModule,
      controllers: [
        SignInController,
        ExternalSignInController,
        OneselfController,
        PeopleController,
        PersonRecordsController,
        SlotsController,
        RolesController,
        AccountController,
        ProductController,
        ShellController,
      ],
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
