import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ACCESS_DIRECTORY, accessCalls, TICKET_OFFICE } from '@cotejo/access-contracts';
import { AUTHENTICATOR, controllerOf } from '@cotejo/http/server';
import { accountHandlers } from './handlers/account.ts';
import { externalCalls, externalHandlers } from './handlers/external-sign-in.ts';
import { oneselfHandlers } from './handlers/oneself.ts';
import { peopleCalls, peopleHandlers, personRecordCalls } from './handlers/people.ts';
import { personRecordHandlers } from './handlers/person-records.ts';
import { productHandlers } from './handlers/product.ts';
import { roleHandlers } from './handlers/roles.ts';
import type { Served } from './handlers/served.ts';
import { shellHandlers } from './handlers/shell.ts';
import { signInCalls, signInHandlers } from './handlers/sign-in.ts';
import { slotHandlers } from './handlers/slots.ts';

/** Nest module with the calls of access, and the services that other contexts inject. */
@Global()
@Module({})
export class AccessModule {
  static register(served: Served): DynamicModule {
    const { access } = served;
    const { oneself, slots, roles, account, product, shell } = accessCalls;
    return {
      module: AccessModule,
      controllers: [
        controllerOf('SignInController', signInCalls, signInHandlers(served)),
        controllerOf('ExternalSignInController', externalCalls, externalHandlers(served)),
        controllerOf('OneselfController', oneself, oneselfHandlers(served)),
        controllerOf('PeopleController', peopleCalls, peopleHandlers(served)),
        controllerOf('PersonRecordsController', personRecordCalls, personRecordHandlers(served)),
        controllerOf('SlotsController', slots, slotHandlers(served)),
        controllerOf('RolesController', roles, roleHandlers(served)),
        controllerOf('AccountController', account, accountHandlers(served)),
        controllerOf('ProductController', product, productHandlers(served)),
        controllerOf('ShellController', shell, shellHandlers(served)),
      ],
      providers: [
        { provide: ACCESS_DIRECTORY, useValue: access.state },
        { provide: TICKET_OFFICE, useValue: access.tickets },
        { provide: AUTHENTICATOR, useValue: access.authenticator },
      ],
      exports: [ACCESS_DIRECTORY, TICKET_OFFICE, AUTHENTICATOR],
    };
  }
}
