# What `make install` installs, besides the program: libraries, headers, pkg-config, CMake package, man pages,
# completions, documents and examples. Facts about the library are in knap.pc.in and knapConfig.cmake.in.
include(CMakePackageConfigHelpers)

# libknap.so, libknap.a and the public headers.
function(knap_install_library)
    install(TARGETS knap_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS knap_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/knap" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES "${CMAKE_BINARY_DIR}/generated/knap/version.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/knap)
endfunction()

# knap.pc and the CMake package. KNAP_PC_MODULES are the modules of pkg-config that libknap.a needs, KNAP_PC_LIBS the
# libraries without such a module.
function(knap_install_packages)
    set(folder "${CMAKE_INSTALL_LIBDIR}/cmake/knap")
    # The prefix is written when knap is installed, because `cmake --install --prefix` may change it.
    set(KNAP_PREFIX "@CMAKE_INSTALL_PREFIX@")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/knap.pc.in" "${CMAKE_BINARY_DIR}/knap.pc.in" @ONLY)
    install(CODE "configure_file(\"${CMAKE_BINARY_DIR}/knap.pc.in\" \"${CMAKE_BINARY_DIR}/knap.pc\" @ONLY)")
    install(FILES "${CMAKE_BINARY_DIR}/knap.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    string(REPLACE " " ";" KNAP_CMAKE_LIBS "${KNAP_PC_LIBS}")
    configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/knapConfig.cmake.in"
                                  "${CMAKE_BINARY_DIR}/knapConfig.cmake" INSTALL_DESTINATION ${folder}
                                  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
    write_basic_package_version_file("${CMAKE_BINARY_DIR}/knapConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
    install(FILES "${CMAKE_BINARY_DIR}/knapConfig.cmake" "${CMAKE_BINARY_DIR}/knapConfigVersion.cmake"
            DESTINATION ${folder})
endfunction()

# The date of this version, which man pages show: that of its heading in CHANGELOG.md, "## 0.2.0 (2026-11-15)".
function(knap_release_date variable)
    file(STRINGS "${PROJECT_SOURCE_DIR}/CHANGELOG.md" heading REGEX "^## ${PROJECT_VERSION} ")
    string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" date "${heading}")
    set(${variable} "${date}" PARENT_SCOPE)
endfunction()

# Man pages, made by the program from the tables of its help: knap(1), and one per cli/cmd_NAME.c.
function(knap_install_manual)
    set(folder "${CMAKE_BINARY_DIR}/man")
    file(MAKE_DIRECTORY "${folder}")
    file(GLOB commands CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cli/cmd_*.c")
    set(pages "")
    foreach(source IN ITEMS "" ${commands})
        string(REGEX REPLACE ".*/cmd_(.*)\\.c$" "\\1" name "${source}")
        set(page "${folder}/knap.1")
        if(name)
            set(page "${folder}/knap-${name}.1")
        endif()
        add_custom_command(OUTPUT "${page}" COMMAND knap help --man ${name} > "${page}" DEPENDS knap VERBATIM)
        list(APPEND pages "${page}")
    endforeach()
    add_custom_target(manual ALL DEPENDS ${pages})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endfunction()

# Completions, where each shell looks for those of installed programs.
set(KNAP_ZSH_FOLDER "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" CACHE STRING "Folder of completions for zsh")
function(knap_install_completions)
    install(FILES completions/knap.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME knap)
    install(FILES completions/knap.zsh DESTINATION ${KNAP_ZSH_FOLDER} RENAME _knap)
    install(FILES completions/knap.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

# The unit of systemd for knap serve. Its folder is searched by systemd below /usr and /usr/local.
set(KNAP_UNIT_FOLDER "lib/systemd/system" CACHE STRING "Folder of units of systemd")
function(knap_install_unit)
    set(KNAP_PREFIX "@CMAKE_INSTALL_PREFIX@") # as in knap.pc
    configure_file("${PROJECT_SOURCE_DIR}/packaging/systemd/knap-serve.service.in"
                   "${CMAKE_BINARY_DIR}/knap-serve.service.in" @ONLY)
    install(CODE "configure_file(\"${CMAKE_BINARY_DIR}/knap-serve.service.in\" \"${CMAKE_BINARY_DIR}/knap-serve.service\" @ONLY)")
    install(FILES "${CMAKE_BINARY_DIR}/knap-serve.service" DESTINATION ${KNAP_UNIT_FOLDER})
endfunction()

# Licence, notices, documents, and the examples with the samples that they use.
function(knap_install_documents)
    file(GLOB pages "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*.png")
    install(FILES LICENSE NOTICE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
    install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
    install(DIRECTORY sample DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

function(knap_install)
    knap_install_library()
    knap_install_manual()
    knap_install_completions()
    knap_install_packages()
    if(MICROHTTPD_FOUND)
        knap_install_unit()
    endif()
    knap_install_documents()
endfunction()
