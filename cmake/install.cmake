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

# Licence, notices, documents, and the examples with the samples that they use.
function(knap_install_documents)
    file(GLOB pages "${PROJECT_SOURCE_DIR}/docs/*.md")
    install(FILES LICENSE NOTICE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(FILES ${pages} docs/summary-page.png DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
    install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
    install(DIRECTORY sample DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

knap_install_library()
knap_install_packages()
knap_install_documents()
