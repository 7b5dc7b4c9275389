// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInspection
import Shop

GraphCommand.run(modules: ShopModule(), roots: [Root(Till.self)])
